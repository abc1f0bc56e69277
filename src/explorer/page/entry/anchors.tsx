import type { Anchor, AnchorState } from '../data/shapes.js'

export interface AnchorWithCode extends Anchor {
  state?: AnchorState
  /** Where it is now, if it has moved. */
  now?: { path: string; lines?: string }
  /** The code there now, with a few lines around; those it speaks of are `cited`. */
  code?: { line: number; text: string; cited: boolean }[]
}

const TONE = { fresh: 'good', moved: 'warn', changed: 'bad', gone: 'bad' } as const

export function Anchors({ anchors }: { anchors: AnchorWithCode[] }) {
  return (
    <section class="part">
      <h2>Code it speaks of</h2>
      {anchors.map((anchor, at) => (
        <figure key={at} class="anchor">
          <figcaption>
            <span class="mono">{renderPlace(anchor)}</span>
            {anchor.symbol !== undefined && <span class="muted">{anchor.symbol}</span>}
            {anchor.state && <span class={`badge ${TONE[anchor.state]}`}>{anchor.state}</span>}
            {anchor.now && <span class="muted mono">now {renderPlace(anchor.now)}</span>}
          </figcaption>
          {anchor.code && anchor.code.length > 0 && <Code lines={anchor.code} />}
        </figure>
      ))}
    </section>
  )
}

const renderPlace = ({ path, lines }: { path: string; lines?: string }): string =>
  lines === undefined ? path : `${path}:${lines}`

function Code({ lines }: { lines: NonNullable<AnchorWithCode['code']> }) {
  return (
    <pre class="code" tabIndex={0} aria-label="Code">
      {lines.map(({ line, text, cited }) => (
        <span key={line} class={cited ? 'cited' : ''}>
          <span class="line-number" aria-hidden="true">
            {line}
          </span>
          {`${text}\n`}
        </span>
      ))}
    </pre>
  )
}
