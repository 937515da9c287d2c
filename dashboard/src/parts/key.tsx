/** The key of a button, shown if there is likely a keyboard. */
export const Key = ({ children }: { children: string }) => (
  <span aria-hidden="true" className="hidden font-sans text-xs font-normal xl:pointer-fine:inline">
    {children}
  </span>
)

/** The key of a field, shown next to it. */
export const KeyCap = ({ children }: { children: string }) => (
  <span
    aria-hidden="true"
    className="hidden rounded-sm px-1.5 font-sans text-xs text-quiet ring-1 ring-line xl:pointer-fine:inline"
  >
    {children}
  </span>
)
