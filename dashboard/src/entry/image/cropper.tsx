import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { largest, moved, type Rectangle, sized, spanned } from './crop-rectangle.ts'
import { FetchedPicture } from './fetched-picture.tsx'

const ASPECTS = { free: null, card: 1200 / 630 }
const OPTIONS = [
  { value: 'free', label: 'Any shape' },
  { value: 'card', label: 'Card, 1200 × 630' },
] as const

const ARROWS: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
/** How far a key moves the part, as a fraction of the picture's width. */
const STEP = 1 / 100

const CORNERS = [
  { className: 'top-0 left-0 cursor-nwse-resize', x: 1, y: 1 },
  { className: 'top-0 left-full cursor-nesw-resize', x: 0, y: 1 },
  { className: 'top-full left-0 cursor-nesw-resize', x: 1, y: 0 },
  { className: 'top-full left-full cursor-nwse-resize', x: 0, y: 0 },
]

interface Props {
  bitmap: ImageBitmap
  alt: string
  part: Rectangle | null
  onPart: (part: Rectangle) => void
  onEnd: () => void
}

/** Selects the part of a picture to keep: by dragging the part, its corners or a new one, or with the arrow keys. */
export function Cropper({ bitmap, alt, part, onPart, onEnd }: Props) {
  const [shape, setShape] = useState<keyof typeof ASPECTS>('free')
  const aspect = ASPECTS[shape]
  const kept = part ?? largest(bitmap, aspect)
  const { frame, ...drag } = useDrag({ bitmap, aspect, kept, onPart })
  const box = useRef<HTMLButtonElement>(null)
  const help = useId()
  useEffect(() => box.current?.focus(), [])
  const press = (event: KeyboardEvent) => {
    const [x, y] = ARROWS[event.key] ?? [0, 0]
    if (event.key === 'Escape' || event.key === 'Enter') onEnd()
    else if (x === 0 && y === 0) return
    const step = Math.max(1, Math.round(bitmap.width * STEP))
    const by = { x: x * step, y: y * step }
    if (x !== 0 || y !== 0) onPart(event.shiftKey ? sized(kept, by, bitmap, aspect) : moved(kept, by, bitmap))
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className="grid gap-3">
      <Tabs
        label="Shape"
        value={shape}
        options={OPTIONS}
        onPick={value => {
          setShape(value)
          onPart(largest(bitmap, ASPECTS[value]))
        }}
      />
      <div ref={frame} {...drag} className="relative w-fit touch-none overflow-hidden rounded-md select-none">
        <FetchedPicture bitmap={bitmap} alt={alt} />
        <button
          ref={box}
          type="button"
          aria-label="The part that is kept"
          aria-describedby={help}
          onKeyDown={press}
          className="absolute cursor-move border-2 border-accent shadow-[0_0_0_100vmax_rgb(0_0_0/0.5)] -outline-offset-4!"
          style={{
            left: `${(kept.x / bitmap.width) * 100}%`,
            top: `${(kept.y / bitmap.height) * 100}%`,
            width: `${(kept.width / bitmap.width) * 100}%`,
            height: `${(kept.height / bitmap.height) * 100}%`,
          }}
        >
          {CORNERS.map(({ className, x, y }) => (
            <span
              key={className}
              data-x={x}
              data-y={y}
              className={`absolute size-5 -translate-1/2 bg-accent pointer-coarse:size-9 ${className}`}
            />
          ))}
        </button>
      </div>
      <p id={help} className="text-s text-quiet">
        Drag it, or move it with the arrow keys; with shift they change its size.{' '}
        <output>
          {Math.round(kept.width)} × {Math.round(kept.height)} pixels are kept.
        </output>
      </p>
      <Button className="justify-self-start" onClick={onEnd}>
        Close
      </Button>
    </div>
  )
}

interface DragOptions extends Pick<Props, 'bitmap' | 'onPart'> {
  aspect: number | null
  kept: Rectangle
}

/** Follows the pointer from where it was pressed. */
function useDrag({ bitmap, aspect, kept, onPart }: DragOptions) {
  const frame = useRef<HTMLDivElement>(null)
  const follow = useRef<((to: { x: number; y: number }) => Rectangle) | null>(null)
  const pointOf = ({ clientX, clientY }: PointerEvent) => {
    const { left, top, width } = frame.current?.getBoundingClientRect() ?? new DOMRect()
    const scale = bitmap.width / width
    return { x: (clientX - left) * scale, y: (clientY - top) * scale }
  }
  return {
    frame,
    onPointerDown: (event: PointerEvent) => {
      const [from, target] = [pointOf(event), event.target as HTMLElement]
      const { x, y } = target.dataset
      const corner =
        x === undefined ? from : { x: kept.x + Number(x) * kept.width, y: kept.y + Number(y) * kept.height }
      follow.current =
        target instanceof HTMLButtonElement
          ? to => moved(kept, { x: to.x - from.x, y: to.y - from.y }, bitmap)
          : to => spanned(corner, to, bitmap, aspect)
      frame.current?.setPointerCapture(event.pointerId)
    },
    onPointerMove: (event: PointerEvent) => {
      if (follow.current) onPart(follow.current(pointOf(event)))
    },
    onPointerUp: () => {
      follow.current = null
    },
    onPointerCancel: () => {
      follow.current = null
    },
  }
}
