import type { ComponentType } from 'preact'
import type { IconName } from '../parts/icon.js'

export interface View {
  name: string
  title: string
  icon: IconName
  key: string
  load: () => Promise<{ View: ComponentType }>
}

/** Every view is a file of its own, loaded when it is first shown. */
export const VIEWS: readonly View[] = [
  { name: 'search', title: 'Search', icon: 'search', key: '1', load: () => import('../search/view.js') },
  {
    name: 'branches',
    title: 'Branches',
    icon: 'branches',
    key: '2',
    load: () => import('../branches/view.js'),
  },
  { name: 'graph', title: 'Graph', icon: 'graph', key: '3', load: () => import('../graph/view.js') },
  {
    name: 'timeline',
    title: 'Timeline',
    icon: 'timeline',
    key: '4',
    load: () => import('../timeline/view.js'),
  },
  { name: 'budget', title: 'Budget', icon: 'budget', key: '5', load: () => import('../budget/view.js') },
  { name: 'inbox', title: 'Inbox', icon: 'inbox', key: '6', load: () => import('../inbox/view.js') },
  { name: 'health', title: 'Health', icon: 'health', key: '7', load: () => import('../health/view.js') },
]
