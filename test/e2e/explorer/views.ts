/** The seven views: where each is, and what is seen once it is complete. */
export const VIEWS = [
  { name: 'search', hash: '#/search?q=retry', seen: '.row' },
  { name: 'branches', hash: '#/branches', seen: '.line-graph .tip' },
  { name: 'graph', hash: '#/graph', seen: '.drawing[data-settled="true"]' },
  { name: 'timeline', hash: '#/timeline', seen: '.happened.session' },
  { name: 'budget', hash: '#/budget?task=retry', seen: '.blocks li' },
  { name: 'inbox', hash: '#/inbox', seen: '.item .line-diff' },
  { name: 'health', hash: '#/health', seen: '.findings li' },
] as const
