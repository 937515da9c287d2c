import { useEffect, useEffectEvent } from 'react'

/** Calls `run` for each event of this type that reaches the window while the component is mounted. */
export function useWindowEvent<K extends keyof WindowEventMap>(
  type: K,
  run: (event: WindowEventMap[K]) => void,
): void {
  const heard = useEffectEvent(run)
  useEffect(() => {
    const hear = (event: WindowEventMap[K]) => heard(event)
    addEventListener(type, hear)
    return () => removeEventListener(type, hear)
  }, [type])
}
