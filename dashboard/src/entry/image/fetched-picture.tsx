import { useEffect, useRef } from 'react'

interface Props {
  bitmap: ImageBitmap
  alt: string
}

/** A picture that is only in memory: pages load images of their own address only, so it is drawn. */
export function FetchedPicture({ bitmap, alt }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    canvas.current?.getContext('2d')?.drawImage(bitmap, 0, 0)
  }, [bitmap])
  return (
    <canvas
      ref={canvas}
      width={bitmap.width}
      height={bitmap.height}
      role="img"
      aria-label={alt || 'The picture, without a description yet'}
      className="max-h-80 max-w-full justify-self-start rounded-md ring-1 ring-line"
    />
  )
}
