import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

export type Edge = 'above' | 'below'

const ITEM = 'item'

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

/**
 * Lets items be dropped on an element, and calls `onDrop` with the item and the half of the element where that was. Returns the half that
 * an item is held over.
 */
export function useDropTarget<Item>(
  element: RefObject<HTMLElement | null>,
  accepts: (item: Item) => boolean,
  onDrop: (item: Item, edge: Edge) => void,
): Edge | null {
  const [edge, setEdge] = useState<Edge | null>(null)
  const isAccepted = useEffectEvent(accepts)
  const drop = useEffectEvent(onDrop)
  useEffect(() => {
    if (!element.current) return
    return dropTargetForElements({
      element: element.current,
      getData: ({ input, element }) => ({ edge: edgeAt(element, input.clientY) }),
      canDrop: ({ source }) => ITEM in source.data && isAccepted(source.data[ITEM] as Item),
      onDrag: ({ self }) => setEdge(self.data.edge as Edge),
      onDragLeave: () => setEdge(null),
      onDrop: ({ source, self }) => {
        setEdge(null)
        drop(source.data[ITEM] as Item, self.data.edge as Edge)
      },
    })
  }, [element])
  return edge
}
