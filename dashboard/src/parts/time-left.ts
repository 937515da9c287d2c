import { useEffect, useRef, useState } from 'react'

/** The least time after which an estimate is made, in milliseconds. */
const LEAST_MS = 4_000

/** An estimate of the time left, from the progress since this page was opened; null while there is too little progress. */
export function useTimeLeft(done: number, whole: number): string | null {
  const first = useRef({ done: 0, at: 0 })
  const [timeLeft, setTimeLeft] = useState<string | null>(null)
  useEffect(() => {
    const now = Date.now()
    if (done < first.current.done || first.current.done === 0) first.current = { done, at: now }
    const [since, progress] = [now - first.current.at, done - first.current.done]
    const isEarly = since < LEAST_MS || progress <= 0
    setTimeLeft(isEarly ? null : roughly(((whole - done) * since) / progress))
  }, [done, whole])
  return timeLeft
}

function roughly(ms: number): string {
  const minutes = ms / 60_000
  if (minutes < 0.75) return 'less than a minute left'
  const rounded = Math.round(minutes)
  return rounded === 1 ? 'about a minute left' : `about ${rounded} minutes left`
}
