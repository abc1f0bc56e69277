import { useEffect, useState } from 'preact/hooks'
import { attempt } from '../data/act.js'
import { send } from '../data/cache.js'
import { asSourceError, type SourceError } from '../data/source.js'
import type { Memory } from '../data/shapes.js'
import { Dialog } from '../parts/dialog.js'
import { Failed, Loading } from '../parts/states.js'
import { titleOf } from '../parts/title-of.js'
import { TypeLabel } from '../parts/chip.js'
import type { Line } from './shapes.js'

interface Rescued {
  into: string
  memories: Memory[]
}

/** All that a line has of its own, or what is chosen of it. */
export function RescueDialog({ line, onClose }: { line: Line; onClose: () => void }) {
  const [found, setFound] = useState<Rescued>()
  const [error, setError] = useState<SourceError>()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    send('rescue', { line: line.branch, 'dry-run': true }).then(
      (answer) => setFound(answer as Rescued),
      (reason: unknown) => setError(asSourceError(reason)),
    )
  }, [])
  if (error)
    return (
      <Dialog title={`Rescue from ${line.branch}`} onClose={onClose}>
        <Failed error={error} />
      </Dialog>
    )
  if (!found)
    return (
      <Dialog title={`Rescue from ${line.branch}`} onClose={onClose}>
        <Loading />
      </Dialog>
    )
  const chosen = found.memories.filter(({ id }) => !left.has(id))
  const turn = (id: string): void => {
    const next = new Set(left)
    if (!next.delete(id)) next.add(id)
    setLeft(next)
  }
  const turnAll = (): void => setLeft(new Set(chosen.length > 0 ? found.memories.map(({ id }) => id) : []))
  const rescue = async (): Promise<void> => {
    const ids = chosen.map(({ id }) => id)
    const all = ids.length === found.memories.length
    const says = `rescued ${ids.length === 1 ? 'a memory' : `${ids.length} memories`} from ${line.branch}`
    if (await attempt('rescue', { line: line.branch, ...(!all && { ids }) }, says)) onClose()
  }
  return (
    <Dialog title={`Rescue from ${line.branch}`} onClose={onClose} wide>
      <p>
        What is chosen is copied to <span class="mono">{found.into}</span>; the line of{' '}
        <span class="mono">{line.branch}</span> stays as it is.
      </p>
      <fieldset class="choose">
        <legend>
          <button type="button" class="quiet" onClick={turnAll}>
            {chosen.length > 0 ? 'Choose none' : 'Choose all'}
          </button>
        </legend>
        {found.memories.map((memory) => (
          <label key={memory.id}>
            <input type="checkbox" checked={!left.has(memory.id)} onChange={() => turn(memory.id)} />
            <TypeLabel type={memory.type} />
            <span>{titleOf(memory)}</span>
          </label>
        ))}
      </fieldset>
      <footer class="buttons">
        <button type="button" onClick={onClose}>
          Cancel
        </button>
        <button type="button" class="primary" disabled={chosen.length === 0} onClick={() => void rescue()}>
          Rescue {chosen.length}
        </button>
      </footer>
    </Dialog>
  )
}
