import { useState } from 'react'

/** The secret of the link that was opened. It stands after the #, so it never left this browser until now. */
export function useSecret(): string {
  const [secret] = useState(() => location.hash.slice(1))
  return secret
}
