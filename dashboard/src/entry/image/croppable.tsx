import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Button } from '../../parts/button.tsx'
import type { Rectangle } from './crop-rectangle.ts'
import { FetchedPicture } from './fetched-picture.tsx'

const Cropper = lazy(() => import('./cropper.tsx').then(m => ({ default: m.Cropper })))

interface Props {
  bitmap: ImageBitmap
  alt: string
  /** Null for the whole picture. */
  part: Rectangle | null
  onPart: (part: Rectangle | null) => void
}

/** A picture that is not stored yet, which can be cropped. */
export function Croppable({ bitmap, alt, part, onPart }: Props) {
  const [isCropping, setCropping] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const isBack = useRef(false)
  useEffect(() => {
    if (!isCropping && isBack.current) button.current?.focus()
    isBack.current = isCropping
  }, [isCropping])
  const whole = <FetchedPicture bitmap={bitmap} alt={alt} part={part} />
  if (isCropping)
    return (
      <Suspense fallback={whole}>
        <Cropper bitmap={bitmap} alt={alt} part={part} onPart={onPart} onEnd={() => setCropping(false)} />
      </Suspense>
    )
  return (
    <>
      {whole}
      <div className="flex flex-wrap gap-2">
        <Button
          ref={button}
          variant="tertiary"
          aria-label="Edit: crop the picture"
          onClick={() => setCropping(true)}
        >
          Edit
        </Button>
        {part && (
          <Button variant="tertiary" aria-label="Undo the crop" onClick={() => onPart(null)}>
            Undo
          </Button>
        )}
      </div>
    </>
  )
}
