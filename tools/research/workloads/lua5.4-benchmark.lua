-- Lua at work for some seconds: calls, floating point, tables, garbage, strings, closures, coroutines. Prints sums that
-- depend on nothing but the interpreter.
local function fib(n) return n < 2 and n or fib(n - 1) + fib(n - 2) end
print("fib", fib(31))

local function spectral(n)
  local function a(i, j) return 1 / ((i + j) * (i + j + 1) // 2 + i + 1) end
  local function times(v, transposed)
    local w = {}
    for i = 0, n - 1 do
      local sum = 0
      for j = 0, n - 1 do sum = sum + (transposed and a(j, i) or a(i, j)) * v[j + 1] end
      w[i + 1] = sum
    end
    return w
  end
  local u, v = {}, nil
  for i = 1, n do u[i] = 1 end
  for _ = 1, 3 do
    v = times(times(u), true)
    u = times(times(v), true)
  end
  local uv, vv = 0, 0
  for i = 1, n do uv, vv = uv + u[i] * v[i], vv + v[i] * v[i] end
  return math.sqrt(uv / vv)
end
print("spectral", string.format("%.9f", spectral(250)))

local function tree(depth) return depth == 0 and {} or { tree(depth - 1), tree(depth - 1) } end
local function size(t) return t[1] and 1 + size(t[1]) + size(t[2]) or 1 end
local nodes = 0
for _ = 1, 12 do nodes = nodes + size(tree(14)) end
print("trees", nodes)

local seed = 42
local function random(n)
  seed = (seed * 1103515245 + 12345) % 2147483648
  return seed // 65536 % n
end
local numbers = {}
for i = 1, 300000 do numbers[i] = random(32768) end
table.sort(numbers)
table.sort(numbers, function(a, b) return a > b end)
print("sort", numbers[1], numbers[#numbers // 2])

local words, counts = {}, {}
for i = 1, 100000 do words[i] = string.char(97 + random(26), 97 + random(26), 97 + random(4)) end
local text = table.concat(words, " ")
for word in text:gmatch("%a+") do counts[word] = (counts[word] or 0) + 1 end
local replaced, times = text:gsub("(%a)(%a)", "%2%1")
print("strings", #replaced, times, counts[words[1]])

local sum, make = 0, coroutine.wrap(function() for i = 1, 800000 do coroutine.yield(i) end end)
for _ = 1, 800000 do sum = sum + make() end
print("coroutines", sum)
