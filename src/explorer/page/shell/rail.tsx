import { connected, isReadOnly } from '../data/cache.js'
import { useApi } from '../data/use-api.js'
import type { Status } from '../data/shapes.js'
import { Icon } from '../parts/icon.js'
import { showHelp } from './help.js'
import { renderRoute, route } from './route.js'
import { ThemeButton } from './theme-button.js'
import { VIEWS } from './views.js'

/** The views, at the left; at the bottom where it is narrow. */
export function Rail() {
  const { data: status } = useApi<Status>('status')
  const waiting = status?.inbox ?? 0
  return (
    <div class="rail">
      <a class="brand" href="#/search" aria-label="git-ralph">
        <svg class="mark" viewBox="0 0 16 16" aria-hidden="true">
          <path d="M4 13V3m0 7.5c5 0 8-1.5 8-5" />
          <circle cx="12" cy="4" r="2" />
        </svg>
        <span class="words">git-ralph</span>
      </a>
      <nav aria-label="Views">
        {VIEWS.map(({ name, title, icon, key }) => (
          <a
            key={name}
            href={renderRoute(name)}
            aria-current={route.value.view === name ? 'page' : undefined}
            title={`${title} (${key})`}
          >
            <Icon name={icon} />
            <span class="label">{title}</span>
            {name === 'inbox' && waiting > 0 && (
              <span class="count" aria-label={`${waiting} waiting`}>
                {waiting}
              </span>
            )}
          </a>
        ))}
      </nav>
      <div class="foot">
        {status && (
          <p class="here" title={`memories of ${status.line}`}>
            <Icon name="branches" />
            <span class="words">{status.branch}</span>
          </p>
        )}
        {!isReadOnly() && (
          <p class={connected.value ? 'live' : 'live lost'} role="status">
            <span class="words">{connected.value ? 'live' : 'not connected'}</span>
          </p>
        )}
        <ThemeButton />
        <button type="button" class="quiet" onClick={showHelp} title="Keys (?)" aria-label="Keys">
          <Icon name="help" />
        </button>
      </div>
    </div>
  )
}
