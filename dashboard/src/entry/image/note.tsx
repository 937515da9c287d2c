/** What to check before a picture is published. */
export const PrivacyNote = ({ isRecording }: { isRecording: boolean }) => (
  <p className="text-s text-quiet">
    {isRecording
      ? 'Look for names and addresses of real customers in the recording, from its beginning to its end, before it goes out.'
      : 'Look for names and addresses of real customers in the picture before it goes out.'}
  </p>
)
