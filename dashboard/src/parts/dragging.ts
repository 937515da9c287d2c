import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

type Edge = 'above' | 'below'
type Data = Record<string | symbol, unknown>

const ITEM = Symbol('item')
const PLACE = Symbol('place')
const EDGE = Symbol('edge')

const edgeAt = (element: Element, y: number): Edge => {
  const { top, height } = element.getBoundingClientRect()
  return y < top + height / 2 ? 'above' : 'below'
}

/** Makes an element draggable as this item, unless that is null. Returns whether it is being dragged. */
export function useDraggable(element: RefObject<HTMLElement | null>, item: unknown): boolean {
  const [isDragged, setDragged] = useState(false)
  useEffect(() => {
    if (!element.current || item === null) return
    return draggable({
      element: element.current,
      getInitialData: () => ({ [ITEM]: item }),
      onDragStart: () => setDragged(true),
      onDrop: () => setDragged(false),
    })
  }, [element, item])
  return isDragged
}

/** Lets items be dropped on an element, which stands for a place. Returns the half of it that an item is held over. */
export function useDropTarget<Item>(
  element: RefObject<HTMLElement | null>,
  place: unknown,
  accepts: (item: Item) => boolean,
): Edge | null {
  const [edge, setEdge] = useState<Edge | null>(null)
  const placeNow = useEffectEvent(() => place)
  const isAccepted = useEffectEvent((data: Data) => ITEM in data && accepts(data[ITEM] as Item))
  useEffect(() => {
    if (!element.current) return
    return dropTargetForElements({
      element: element.current,
      getData: ({ input, element }) => ({ [PLACE]: placeNow(), [EDGE]: edgeAt(element, input.clientY) }),
      canDrop: ({ source }) => isAccepted(source.data),
      onDrag: ({ self }) => setEdge(self.data[EDGE] as Edge),
      onDragLeave: () => setEdge(null),
      onDrop: () => setEdge(null),
    })
  }, [element])
  return edge
}

/** Calls `onDrop` with an item that was dropped, and the place and the half of it where that was. */
export function useDrops<Item, Place>(onDrop: (item: Item, place: Place, edge: Edge) => void): void {
  const drop = useEffectEvent((item: Data, place: Data) =>
    onDrop(item[ITEM] as Item, place[PLACE] as Place, place[EDGE] as Edge),
  )
  useEffect(
    () =>
      monitorForElements({
        onDrop({ source, location }) {
          const [target] = location.current.dropTargets
          if (target) drop(source.data, target.data)
        },
      }),
    [],
  )
}
