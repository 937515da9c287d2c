import { useEffect, useRef } from 'react'
import { largest, type Rectangle } from './crop-rectangle.ts'

interface Props {
  bitmap: ImageBitmap
  alt: string
  /** The part to show; the whole picture if left out. */
  part?: Rectangle | null
}

/** A picture that is only in memory. It is drawn, because pages load images only from their own address. */
export function FetchedPicture({ bitmap, alt, part }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const { x, y, width, height } = part ?? largest(bitmap, null)
  useEffect(() => {
    canvas.current?.getContext('2d')?.drawImage(bitmap, x, y, width, height, 0, 0, width, height)
  }, [bitmap, x, y, width, height])
  return (
    <canvas
      ref={canvas}
      width={Math.round(width)}
      height={Math.round(height)}
      role="img"
      aria-label={alt || 'The picture, without a description yet'}
      className="block max-h-80 max-w-full justify-self-start rounded-md ring-1 ring-line"
    />
  )
}
