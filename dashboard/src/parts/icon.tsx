/** The outlines of icons on a 16 by 16 grid. */
const PATHS = {
  edition: 'M3 2.5h10v11H3v-11ZM5.5 5.5h5M5.5 8h5M5.5 10.5h3',
  inbox: 'M2 9.5 4 3h8l2 6.5V13H2V9.5Zm0 0h3.5L6.5 11h3l1-1.5H14',
  queue: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12Zm0-9.5V8l2.5 1.5',
  pulls:
    'M4.5 5.5v5M4.5 5.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3Zm0 8a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3Zm7 0a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3Zm0-3V7A2.5 2.5 0 0 0 9 4.5H8',
  sources:
    'M8 6.5c3 0 5-.8 5-2s-2-2-5-2-5 .8-5 2 2 2 5 2Zm-5-2v7c0 1.2 2 2 5 2s5-.8 5-2v-7M3 8c0 1.2 2 2 5 2s5-.8 5-2',
  sets: 'M8 2 14 5 8 8 2 5l6-3ZM2 8l6 3 6-3M2 11l6 3 6-3',
  social: 'M2.5 6.5v3h2l6 3.5V3l-6 3.5h-2Zm2 0v3M5 9.8l1 3.7M12.5 6a3 3 0 0 1 0 4',
  feed: 'M3.5 12.5h.01M3.5 8.2a4.3 4.3 0 0 1 4.3 4.3M3.5 3.5a9 9 0 0 1 9 9',
  page: 'M2.5 3h11v10h-11V3Zm0 3h11M5 9h6M5 11h4',
  api: 'M5.5 4.5 2 8l3.5 3.5M10.5 4.5 14 8l-3.5 3.5M9 3 7 13',
  people:
    'M6 7.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Zm-4.5 6a4.5 4.5 0 0 1 9 0M10.5 2.8a2.5 2.5 0 0 1 0 4.4M12 9.5a4.5 4.5 0 0 1 2.5 4',
  writer: 'M3 13.5 4 10l7.5-7.5 2 2L6 12l-3 1.5ZM10 4l2 2',
  schedule: 'M2.5 3.5h11v10h-11v-10ZM5.5 2v3M10.5 2v3M2.5 7h11M5.5 10h2',
  plan: 'M2 4h12v8.5H2V4Zm0 3h12M4.5 10h3',
  policy: 'M8 2 3 4v4c0 3 2.2 5 5 6 2.8-1 5-3 5-6V4L8 2ZM5.8 8l1.6 1.6L10.5 6.5',
  insights: 'M2.5 13.5h11M4.5 11V8M8 11V3M11.5 11V6',
  activity: 'M2 8h3l2-5 3 10 2-5h2',
  settings: 'M2 5h6m4 0h2M2 11h2m4 0h6M10 3v4M6 9v4',
  dots: 'M3 7.4a.6.6 0 1 0 0 1.2.6.6 0 0 0 0-1.2Zm5 0a.6.6 0 1 0 0 1.2.6.6 0 0 0 0-1.2Zm5 0a.6.6 0 1 0 0 1.2.6.6 0 0 0 0-1.2Z',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9Zm3.2-1.3L14 14',
  person: 'M8 7.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Zm-5 6a5 5 0 0 1 10 0',
  open: 'M6.5 3H3v10h10V9.5M9 3h4v4M13 3 7.5 8.5',
  back: 'M9.5 3 4.5 8l5 5',
  up: 'M3 10.5 8 5.5l5 5',
  down: 'M3 5.5 8 10.5l5-5',
  alert: 'M8 2 15 14H1L8 2Zm0 5v3m0 2h.01',
  close: 'M4 4l8 8m0-8-8 8',
  copy: 'M5.5 5.5h8v8h-8v-8ZM10.5 5.5v-3h-8v8h3',
  pause: 'M5.5 3.5v9M10.5 3.5v9',
  pin: 'M6 2h4M6.5 2v4.5L4.5 9h7l-2-2.5V2M8 9v5',
  check: 'M3 8.5 6.5 12 13 4.5',
} as const

export type IconName = keyof typeof PATHS

/** An icon in the colour of the text. Its meaning is in the text next to it, or in the name of its button. */
export function Icon({ name, className = 'size-4' }: { name: IconName; className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 16 16" className={`shrink-0 ${className}`}>
      <path
        d={PATHS[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}

/** The icon of a state, before its word. */
export const StateIcon = ({ name, color }: { name: IconName; color: string }) => (
  <Icon name={name} className={`mr-1.5 inline-block size-3.5 align-[-2px] ${color}`} />
)
