/** The key of a button, where there is likely a keyboard. */
export const Key = ({ children }: { children: string }) => (
  <span aria-hidden="true" className="hidden font-sans text-xs font-normal xl:pointer-fine:inline">
    {children}
  </span>
)
