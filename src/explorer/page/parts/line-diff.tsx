export interface LineChange {
  kind: 'same' | 'added' | 'removed'
  text: string
}

const AROUND = 2
const SIGN = { same: ' ', added: '+', removed: '−' } as const
const SPOKEN = { same: '', added: 'added: ', removed: 'removed: ' } as const

/** How a text changed, with a few lines around each change. */
export function LineDiff({ lines }: { lines: readonly LineChange[] }) {
  const isNear = (at: number): boolean =>
    lines.slice(Math.max(0, at - AROUND), at + AROUND + 1).some(({ kind }) => kind !== 'same')
  const shown = lines
    .map((line, at) => ({ ...line, at, isCut: at > 0 && !isNear(at - 1) }))
    .filter(({ at }) => isNear(at))
  return (
    <pre class="line-diff" tabIndex={0} aria-label="Changed lines">
      {shown.map(({ kind, text, at, isCut }) => (
        <span key={at}>
          {isCut && <span class="cut">{'…\n'}</span>}
          <span class={kind}>
            <span class="sr">{SPOKEN[kind]}</span>
            <span aria-hidden="true">{SIGN[kind]} </span>
            {`${text}\n`}
          </span>
        </span>
      ))}
    </pre>
  )
}
