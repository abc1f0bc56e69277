import { attempt } from '../data/act.js'
import { isReadOnly } from '../data/cache.js'
import { Hint } from '../parts/hint.js'

export interface Finding {
  check: string
  level: 'ok' | 'warning' | 'problem'
  message: string
  hint?: string
}

const TONE = { ok: 'good', warning: 'warn', problem: 'bad' } as const
const WORST_FIRST = ['problem', 'warning', 'ok'] as const

export function Findings({ findings }: { findings: Finding[] }) {
  const bad = findings.filter(({ level }) => level !== 'ok')
  const sorted = WORST_FIRST.flatMap((level) => findings.filter((finding) => finding.level === level))
  return (
    <>
      <ul class="findings">
        {sorted.map(({ check, level, message, hint }) => (
          <li key={`${check} ${message}`}>
            <span class={`badge ${TONE[level]}`}>{level}</span>
            <div>
              <p>
                <span class="muted">{check}</span> {message}
              </p>
              {hint !== undefined && <Hint text={hint} />}
            </div>
          </li>
        ))}
      </ul>
      {bad.length > 0 && !isReadOnly() && (
        <button type="button" onClick={() => void attempt('doctor', { fix: true }, 'repaired what could be')}>
          Repair what can be repaired safely
        </button>
      )}
    </>
  )
}
