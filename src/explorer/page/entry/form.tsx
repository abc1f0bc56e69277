import { useState } from 'preact/hooks'
import { useApi } from '../data/use-api.js'
import { asSourceError } from '../data/source.js'
import type { SourceError } from '../data/source.js'
import { MEMORY_TYPES } from '../data/shapes.js'
import type { MemoryType } from '../data/shapes.js'
import { Hint } from '../parts/hint.js'

export interface Draft {
  content: string
  /** These are absent where they can't be chosen. */
  type?: MemoryType
  title?: string
  tags?: string
  /** The branch to store it on; absent when it has its place. */
  line?: string
  redact?: boolean
}

interface Props {
  draft: Draft
  save: (draft: Draft) => Promise<unknown>
  close: () => void
}

const SECRET = 'secret'

export function Form({ draft: given, save, close }: Props) {
  const [draft, setDraft] = useState(given)
  const [error, setError] = useState<SourceError>()
  const [saving, setSaving] = useState(false)
  const set = (patch: Partial<Draft>): void => setDraft((now) => ({ ...now, ...patch }))
  const submit = (redact = false): void => {
    setSaving(true)
    save(redact ? { ...draft, redact } : draft).then(close, (reason: unknown) => {
      setSaving(false)
      setError(asSourceError(reason))
    })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit()
  }
  return (
    <form
      class="form"
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <label class="wide">
        What was learnt
        <textarea
          rows={9}
          required
          autofocus
          dir="auto"
          value={draft.content}
          onInput={(event) => set({ content: event.currentTarget.value })}
        />
      </label>
      {draft.type !== undefined && (
        <fieldset>
          <legend>Type</legend>
          {MEMORY_TYPES.map((type) => (
            <label key={type} class="radio">
              <input type="radio" name="type" checked={draft.type === type} onChange={() => set({ type })} />
              {type}
            </label>
          ))}
        </fieldset>
      )}
      {draft.title !== undefined && (
        <label>
          Title, if it needs one
          <input
            type="text"
            dir="auto"
            value={draft.title}
            onInput={(event) => set({ title: event.currentTarget.value })}
          />
        </label>
      )}
      {draft.tags !== undefined && (
        <label>
          Tags
          <input
            type="text"
            placeholder="docker, database"
            value={draft.tags}
            onInput={(event) => set({ tags: event.currentTarget.value })}
          />
        </label>
      )}
      {draft.line !== undefined && <BranchChoice value={draft.line} onChange={(line) => set({ line })} />}
      {error && (
        <div class="notice bad wide" role="alert">
          {error.message}
          {error.hint !== undefined && <Hint text={error.hint} />}
          {error.code.includes(SECRET) && (
            <button type="button" onClick={() => submit(true)}>
              Store it with the secret replaced
            </button>
          )}
        </div>
      )}
      <div class="actions wide">
        <span class="muted">Ctrl+Enter saves</span>
        <button type="button" onClick={close}>
          Cancel
        </button>
        <button type="submit" class="primary" disabled={saving}>
          Save
        </button>
      </div>
    </form>
  )
}

function BranchChoice({ value, onChange }: { value: string; onChange: (line: string) => void }) {
  const { data } = useApi<{ lines: { branch: string; state: string; current: boolean }[] }>('lines')
  const others = (data?.lines ?? []).filter(({ state, current }) => state === 'live' && !current)
  return (
    <label>
      Branch
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">the one checked out</option>
        {others.map(({ branch }) => (
          <option key={branch} value={branch}>
            {branch}
          </option>
        ))}
      </select>
    </label>
  )
}
