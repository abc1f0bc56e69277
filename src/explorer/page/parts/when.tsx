const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 7],
  ['week', 4.345],
  ['month', 12],
  ['year', Infinity],
]
const format = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

export function renderAge(time: string, now: number): string {
  let amount = (Date.parse(time) - now) / 1000
  if (Number.isNaN(amount)) return time
  for (const [unit, size] of STEPS) {
    if (Math.abs(amount) < size) return format.format(Math.trunc(amount), unit)
    amount /= size
  }
  return time
}

/** How long ago; the whole time on hovering. */
export function When({ time }: { time: string }) {
  return (
    <time dateTime={time} title={time.replace('T', ' ').replace(/:\d\dZ$/, ' UTC')}>
      {renderAge(time, Date.now())}
    </time>
  )
}
