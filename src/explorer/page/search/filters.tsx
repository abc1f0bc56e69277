import { useApi } from '../data/use-api.js'
import { MEMORY_TYPES } from '../data/shapes.js'
import { Chip } from '../parts/chip.js'
import { setParams } from '../shell/route.js'
import { AGES, EVERYWHERE, isFiltered, NO_FILTERS } from './query.js'
import type { FilterName, Filters as Chosen } from './query.js'

interface Counted {
  name: string
  count: number
}
interface Facets {
  tags: Counted[]
  authors: Counted[]
  branches: Counted[]
  trust: Counted[]
}

const choose = (name: FilterName, value: string | undefined): void => setParams({ [name]: value }, true)

export function Filters({ chosen }: { chosen: Chosen }) {
  const { data } = useApi<Facets>(
    'facets',
    chosen.line === EVERYWHERE ? { everywhere: true } : { line: chosen.line },
  )
  return (
    <div class="filters" role="group" aria-label="Filters">
      {MEMORY_TYPES.map((type) => (
        <Chip
          key={type}
          pressed={chosen.type === type}
          onClick={() => choose('type', chosen.type === type ? undefined : type)}
        >
          <span class={`dot dot-${type}`} />
          {type}
        </Chip>
      ))}
      <Chip
        pressed={chosen.stale !== undefined}
        onClick={() => choose('stale', chosen.stale === undefined ? '1' : undefined)}
        title="Only memories whose code has changed or is gone"
      >
        stale
      </Chip>
      <Choice name="tag" any="any tag" value={chosen.tag} options={data?.tags} />
      <Choice
        name="line"
        any="this branch"
        value={chosen.line}
        options={data && [{ name: EVERYWHERE, count: 0 }, ...data.branches]}
      />
      <Choice name="author" any="any author" value={chosen.author} options={data?.authors} />
      <Choice
        name="age"
        any="any age"
        value={chosen.age}
        options={Object.keys(AGES).map((name) => ({ name, count: 0 }))}
      />
      <Choice name="trust" any="any trust" value={chosen.trust} options={data?.trust} />
      {isFiltered(chosen) && (
        <button type="button" class="quiet small" onClick={() => setParams(NO_FILTERS, true)}>
          clear
        </button>
      )}
    </div>
  )
}

interface ChoiceProps {
  name: FilterName
  any: string
  value: string | undefined
  options: Counted[] | undefined
}

const LABEL: Partial<Record<FilterName, (name: string) => string>> = {
  age: (name) => `last ${name.replace(/^1 /, '')}`,
  line: (name) => (name === EVERYWHERE ? 'all branches' : name),
}

/** One of many, as the system's own list: typing finds in it. */
function Choice({ name, any, value, options = [] }: ChoiceProps) {
  const label = LABEL[name] ?? String
  const known = value === undefined || options.some((option) => option.name === value)
  return (
    <select
      class={value === undefined ? 'chip' : 'chip chosen'}
      aria-label={name === 'line' ? 'branch' : name}
      value={value ?? ''}
      onChange={(event) => choose(name, event.currentTarget.value || undefined)}
    >
      <option value="">{any}</option>
      {!known && <option value={value}>{label(value ?? '')}</option>}
      {options.map((option) => (
        <option key={option.name} value={option.name}>
          {label(option.name)}
          {option.count > 0 && ` (${option.count})`}
        </option>
      ))}
    </select>
  )
}
