// Two digits of a counter: a hierarchy, buses of all kinds, escaped names, a port that is another one.
module digit(input clk, input reset, input step, output reg [1:0] value, output carry, output same_step);
  assign carry = step & value == 2;
  assign same_step = step;
  always @(posedge clk)
    if (reset) value <= 0;
    else if (step) value <= carry ? 0 : value + 1;
endmodule

module counter(input clk, input reset, input step, output [2:1] ones, output [0:1] tens, output overflow, output echo);
  wire carry, unused;
  digit \digit[0] (clk, reset, step, ones, carry, echo);
  digit \tens/digit (clk, reset, carry, tens, overflow, unused);
endmodule
