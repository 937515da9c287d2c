import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

const ITEM = Symbol('item')
const TARGET = Symbol('target')

/** The entry that another one was dropped above or below. */
interface Drop {
  on: string
  edge: 'above' | 'below'
}

const itemFrom = (data: Record<string | symbol, unknown>) => data[ITEM] as string | undefined

const edgeAt = (element: Element, y: number): 'above' | 'below' => {
  const { top, height } = element.getBoundingClientRect()
  return y < top + height / 2 ? 'above' : 'below'
}

/** Lets an entry be dragged, and lets others be dropped above or below it if `accepts` allows it. */
export function useDraggableItem(
  id: string,
  { isMovable, accepts }: { isMovable: boolean; accepts: boolean },
) {
  const element = useRef<HTMLLIElement>(null)
  const [isDragged, setDragged] = useState(false)
  const [edge, setEdge] = useState<'above' | 'below' | null>(null)
  useEffect(() => {
    if (!element.current || !isMovable) return
    return draggable({
      element: element.current,
      getInitialData: () => ({ [ITEM]: id }),
      onDragStart: () => setDragged(true),
      onDrop: () => setDragged(false),
    })
  }, [id, isMovable])
  useEffect(() => {
    if (!element.current || !accepts) return
    return dropTargetForElements({
      element: element.current,
      getData: ({ input, element }) => ({ [TARGET]: { on: id, edge: edgeAt(element, input.clientY) } }),
      canDrop: ({ source }) => itemFrom(source.data) !== undefined && itemFrom(source.data) !== id,
      onDrag: ({ self }) => setEdge((self.data[TARGET] as Drop).edge),
      onDragLeave: () => setEdge(null),
      onDrop: () => setEdge(null),
    })
  }, [id, accepts])
  return { element, isDragged, edge }
}

/** Calls `onDrop` with the dropped entry, and the place where it was dropped. */
export function useItemDrops(onDrop: (id: string, drop: Drop) => void): void {
  const drop = useEffectEvent(onDrop)
  useEffect(
    () =>
      monitorForElements({
        onDrop({ source, location }) {
          const id = itemFrom(source.data)
          const target = location.current.dropTargets[0]?.data[TARGET] as Drop | undefined
          if (id !== undefined && target !== undefined) drop(id, target)
        },
      }),
    [],
  )
}
