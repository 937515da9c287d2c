import { useState } from 'react'

/** The secret of the link that was opened. It is after the #, so it has not left this browser until now. */
export function useSecret(): string {
  const [secret] = useState(() => location.hash.slice(1))
  return secret
}
