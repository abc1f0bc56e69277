'use strict'
// Loaded into a process before all else: its clock is wrong by RALPH_TORTURE_SHIFT seconds.
const shift = Number(process.env.RALPH_TORTURE_SHIFT) * 1000
const RealDate = Date
globalThis.Date = class Date extends RealDate {
  constructor(...args) {
    if (args.length === 0) super(RealDate.now() + shift)
    else super(...args)
  }
  static now() {
    return RealDate.now() + shift
  }
}
