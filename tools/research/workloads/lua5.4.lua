-- What tests of whole programs have Lua do: prints what must not change. Over tables, strings, coroutines, closures,
-- metatables, garbage collection, dumped and loaded functions.
local t = {}
for i = 1, 2000 do t[i] = (i * 7919) % 1009 end
table.sort(t)
local s = {}
for i, v in ipairs(t) do s[#s + 1] = string.format("%d:%s", v, ("x"):rep(v % 5)) end
local str = table.concat(s, ",")
local n = 0
for w in str:gmatch("%d+") do n = n + tonumber(w) end
local co = coroutine.wrap(function() for i = 1, 50 do coroutine.yield(i * i) end end)
for i = 1, 50 do n = n + co() end
local mt = setmetatable({}, {__index = function(_, k) return k .. "!" end, __gc = function() end})
print(n, #str, mt.hello, (pcall(error, {code = 3})))
local function fib(n) if n < 2 then return n end return fib(n - 1) + fib(n - 2) end
print(fib(24), #string.dump(fib), select("#", table.unpack(t)))
local big = {}
for i = 1, 20000 do big["k" .. i] = i; if i % 3 == 0 then big["k" .. (i - 1)] = nil end end
collectgarbage()
local c, sum = 0, 0
for k, v in pairs(big) do c = c + 1; sum = sum + v end
print(c, sum, math.type(3 // 1), 7 // 2, 7.5 % 2, ("%5.2f"):format(3.14159), utf8.char(228, 8364))

-- Strings: patterns, packing, formats.
local text = ("the quick brown fox jumps over the lazy dog "):rep(40)
local words = {}
for w in text:gmatch("%a+") do words[w] = (words[w] or 0) + #w end
local keys = {}
for k in pairs(words) do keys[#keys + 1] = k .. "=" .. words[k] end
table.sort(keys, function(a, b) return a > b end)
print(table.concat(keys, " "), (text:gsub("(%w+) (%w+)", "%2 %1")):sub(1, 60), text:find("lazy", 300, true))
local packed = string.pack("<i4 z s2 d I8", -7, "zero", "two", 0.1, 1 << 40)
print(#packed, string.unpack("<i4 z s2 d I8", packed))
print(("%q"):format("a\n\0b"), ("%a"):format(0.5), ("%-8s|%08.3f|%x"):format("ab", -3.25, 48879))

-- Loaded again from its own dump; varargs; goto; integer and float arithmetic at their edges.
local again = load(string.dump(function(...) local a, b = ... return select("#", ...), b, a end, true))
print(again(1, nil, 3), math.maxinteger + 1 == math.mininteger, 5 // 0.0, -5 % 3, 5.5 // -2, 1e15 | 0, "10" + 5)
for i = 1, 3 do
  for j = 1, 3 do
    if (i * j) % 3 == 0 then goto continue end
    io.write(i, ":", j, " ")
    ::continue::
  end
end
print()

-- Closures that share a variable, to-be-closed variables, errors across coroutines and metamethods.
local function counter() local c = 0 return function() c = c + 1 return c end, function() return c end end
local up, get = counter()
for _ = 1, 1000 do up() end
do local guard <close> = setmetatable({}, {__close = function() io.write("closed ") end}) io.write("open ") end
local thread = coroutine.create(function(a) local b = coroutine.yield(a + 1) error({b}) end)
print(get(), coroutine.resume(thread, 1), select(2, coroutine.resume(thread, 2)) == nil, coroutine.status(thread))
local V = {}
V.__index, V.__add = V, function(a, b) return setmetatable({x = a.x + b.x}, V) end
V.__lt, V.__eq, V.__len, V.__call = function(a, b) return a.x < b.x end, function(a, b) return a.x == b.x end,
  function(a) return a.x end, function(a, n) return a.x * n end
V.__concat, V.__tostring = function(a, b) return tostring(a) .. "~" .. tostring(b) end, function(a) return "V" .. a.x end
local u, v = setmetatable({x = 3}, V), setmetatable({x = 4}, V)
print(#(u + v), u < v, u == v, u(7), u .. v, pcall(function() return u - v end))

-- Weak tables and the generational collector; matrices, a sieve and the queens.
collectgarbage("generational")
local weak = setmetatable({}, {__mode = "k"})
for i = 1, 5000 do weak[{}] = i end
collectgarbage() collectgarbage()
print(next(weak))
local function matrix(n, f) local m = {} for i = 1, n do m[i] = {} for j = 1, n do m[i][j] = f(i, j) end end return m end
local a, b, trace = matrix(60, function(i, j) return i + j end), matrix(60, function(i, j) return i / j end), 0
for i = 1, 60 do
  for j = 1, 60 do
    local sum = 0
    for k = 1, 60 do sum = sum + a[i][k] * b[k][j] end
    if i == j then trace = trace + sum end
  end
end
local sieve, primes = {}, 0
for i = 2, 20000 do
  if not sieve[i] then primes = primes + 1 for j = i * i, 20000, i do sieve[j] = true end end
end
local solutions, columns, down, across = 0, {}, {}, {}
local function place(row)
  if row > 8 then solutions = solutions + 1 return end
  for c = 1, 8 do
    if not (columns[c] or down[row + c] or across[row - c]) then
      columns[c], down[row + c], across[row - c] = true, true, true
      place(row + 1)
      columns[c], down[row + c], across[row - c] = nil, nil, nil
    end
  end
end
place(1)
print(("%.6f"):format(trace), primes, solutions)
