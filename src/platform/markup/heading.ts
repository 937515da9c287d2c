/** The words of a Markdown heading, from what stands behind its opening marks: without the closing ones. */
export const headingText = (rest: string): string => rest.replace(/(?<![\s#])[\s#]+$/, '').trim()
