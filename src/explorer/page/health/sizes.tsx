interface Size {
  name: string
  bytes: number
}

const UNITS = ['B', 'KB', 'MB', 'GB']

export function renderBytes(bytes: number): string {
  let [amount, unit] = [bytes, 0]
  while (amount >= 1000 && unit < UNITS.length - 1) {
    amount /= 1000
    unit++
  }
  return `${unit === 0 || amount >= 100 ? Math.round(amount) : amount.toFixed(1)} ${UNITS[unit]}`
}

/** What git-ralph keeps on this disk, beside the memories themselves. */
export function Sizes({ sizes }: { sizes: readonly Size[] }) {
  const kept = sizes.filter(({ bytes }) => bytes > 0)
  if (kept.length === 0) return null
  return (
    <section class="panel">
      <h2>On disk</h2>
      <dl class="facts">
        {kept.map(({ name, bytes }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{renderBytes(bytes)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
