/** Drawn on 16 by 16, in the colour of the text. */
const PATHS = {
  search: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10Zm3.6-1.4L14 14',
  branches:
    'M4 5v6m0-6a1.7 1.7 0 1 0 0-.1ZM4 11a1.7 1.7 0 1 0 .1 0ZM12 5a1.7 1.7 0 1 0-.1 0Zm0 0c0 4-8 2.5-8 6',
  graph:
    'M4 4.5 8 12m4-8L8 12M4 4h8M4 4a1.5 1.5 0 1 0-.1 0Zm8 0a1.5 1.5 0 1 0-.1 0ZM8 12a1.5 1.5 0 1 0 .1 0Z',
  timeline: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM8 4.5V8l2.5 1.5',
  budget: 'M2 12.5h12M3.5 12.5V8h2.5v4.5m1-9h2.5v9m1 0V6H13v6.5',
  inbox: 'M2 9.5 4 3h8l2 6.5V13H2V9.5Zm0 0h3.5c.3 1.5 4.7 1.5 5 0H14',
  health: 'M1.5 8.5H5L6.5 4l3 8L11 8.5h3.5',
  close: 'm4 4 8 8m0-8-8 8',
  back: 'M10 3 5 8l5 5',
  plus: 'M8 3v10M3 8h10',
  edit: 'M3 13l.6-3L10.5 3 13 5.5 6 12.4 3 13Z',
  trash: 'M3 4.5h10M6.5 4.5V3h3v1.5M4.5 4.5 5 13h6l.5-8.5',
  undo: 'M3 6.5h6.5a3.5 3.5 0 1 1 0 7H6M3 6.5 6 3.5M3 6.5l3 3',
  check: 'm3 8.5 3.5 3.5L13 5',
  warning: 'M8 2 1.5 13.5h13L8 2Zm0 4.5v3.5m0 1.5v.1',
  link: 'M6.5 9.5 9.5 6.5M7 5l1.5-1.5a2.8 2.8 0 0 1 4 4L11 9M9 11l-1.5 1.5a2.8 2.8 0 0 1-4-4L5 7',
  sun: 'M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM8 1.5v1m0 11v1M1.5 8h1m11 0h1M3.4 3.4l.7.7m7.8 7.8.7.7m0-9.2-.7.7m-7.8 7.8-.7.7',
  moon: 'M13.5 9.5A6 6 0 1 1 6.5 2.5a5 5 0 0 0 7 7Z',
  auto: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM8 2v12m1.5-11v10m1.5-9v8m1.5-6.5v5',
  help: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM6.2 6.2c.2-2.3 3.8-2 3.6.2C9.7 7.8 8 7.7 8 9.2m0 2v.1',
  sync: 'M13 5.5A5.5 5.5 0 0 0 3 6.5m0-3.5v3.5h3.5M3 10.5A5.5 5.5 0 0 0 13 9.5m0 3.5V9.5H9.5',
  code: 'M5.5 4 1.5 8l4 4m5-8 4 4-4 4',
  time: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM8 4.5V8l2.5 1.5',
} as const

export type IconName = keyof typeof PATHS

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  )
}
