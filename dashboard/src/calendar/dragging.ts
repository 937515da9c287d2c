import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { QueuedEntry, QueueTime } from './lanes.ts'

const ENTRY = Symbol('entry')
const TIME = Symbol('time')

const entryFrom = (data: Record<string | symbol, unknown>) => data[ENTRY] as QueuedEntry | undefined

/** Makes an element draggable as this entry; null for an element that cannot be dragged. */
export function useDraggable(entry: QueuedEntry | null) {
  const element = useRef<HTMLElement>(null)
  const [isDragged, setDragged] = useState(false)
  useEffect(() => {
    if (!element.current || entry === null) return
    return draggable({
      element: element.current,
      getInitialData: () => ({ [ENTRY]: entry }),
      onDragStart: () => setDragged(true),
      onDrop: () => setDragged(false),
    })
  }, [entry])
  return { element, isDragged }
}

/** Lets entries be dropped on a time of the queue if `accepts` allows it. */
export function useDropTarget(time: QueueTime, accepts: (entry: QueuedEntry) => boolean) {
  const element = useRef<HTMLLIElement>(null)
  const [isOver, setOver] = useState(false)
  const dataOf = useEffectEvent(() => ({ [TIME]: time }))
  const isAccepted = useEffectEvent(accepts)
  useEffect(() => {
    if (!element.current) return
    return dropTargetForElements({
      element: element.current,
      getData: () => dataOf(),
      canDrop({ source }) {
        const entry = entryFrom(source.data)
        return entry !== undefined && isAccepted(entry)
      },
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: () => setOver(false),
    })
  }, [])
  return { element, isOver }
}

/** Calls `onDrop` when an entry is dropped on a time. */
export function useDrops(onDrop: (entry: QueuedEntry, time: QueueTime) => void): void {
  const drop = useEffectEvent(onDrop)
  useEffect(
    () =>
      monitorForElements({
        onDrop({ source, location }) {
          const entry = entryFrom(source.data)
          const time = location.current.dropTargets[0]?.data[TIME] as QueueTime | undefined
          if (entry && time) drop(entry, time)
        },
      }),
    [],
  )
}
