/** The media types of pictures that may be uploaded. They are encoded again, as PNG or JPEG. */
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'] as const
export type PictureType = (typeof PICTURE_TYPES)[number]

/** The media types of recordings, in addition to animated GIFs. */
export const RECORDING_TYPES = ['video/mp4', 'video/webm'] as const
export type RecordingType = (typeof RECORDING_TYPES)[number]

/** The maximum size of an upload, in MiB. */
export const UPLOAD_MIB = 10
/** The maximum size of a recording, in MiB. */
export const RECORDING_MIB = 8
