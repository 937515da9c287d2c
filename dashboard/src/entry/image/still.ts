/** What can be shown of a picture or a recording that is only in memory. */
export interface Still {
  /** The picture, or the first frame; null if this browser cannot read the file. */
  bitmap: ImageBitmap | null
  isRecording: boolean
  /** The file of a recording, for a player. */
  film: Blob | null
  /** The first frame of a film as a file, since the server cannot make one. */
  poster: Blob | null
}

/** Limit of a poster, in pixels of its longer side. */
const MOST_SIDE = 2_000
const QUALITY = 0.85

/** Reads a file by its media type. Never throws. */
export async function stillOf(file: Blob): Promise<Still> {
  if (!file.type.startsWith('video/')) {
    const bitmap = await createImageBitmap(file).catch(() => null)
    return { bitmap, isRecording: file.type === 'image/gif', film: null, poster: null }
  }
  const canvas = await firstFrame(file).catch(() => null)
  return {
    bitmap: canvas && (await createImageBitmap(canvas)),
    isRecording: true,
    film: canvas && file,
    poster:
      canvas && (await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/jpeg', QUALITY))),
  }
}

async function firstFrame(file: Blob): Promise<HTMLCanvasElement> {
  const video = document.createElement('video')
  const address = URL.createObjectURL(file)
  try {
    await new Promise((resolve, reject) => {
      video.onloadeddata = resolve
      video.onerror = reject
      Object.assign(video, { muted: true, playsInline: true, preload: 'auto', src: address })
    })
    const scale = Math.min(1, MOST_SIDE / Math.max(video.videoWidth, video.videoHeight))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(video.videoWidth * scale))
    canvas.height = Math.max(1, Math.round(video.videoHeight * scale))
    canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
    return canvas
  } finally {
    video.removeAttribute('src')
    URL.revokeObjectURL(address)
  }
}
