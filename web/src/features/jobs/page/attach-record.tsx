import { useQuery } from '@tanstack/react-query';
import { FileBadge } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { newClientId } from '#contract/client-id.ts';
import { createDocument, getDocumentFile, getRecord } from '#contract/record/calls.ts';
import { useUpload } from '../../../kit/use-upload.ts';
import { call, callQuery } from '../../../lib/call.ts';
import { useMessages } from '../../../lib/messages.ts';
import { bytesOf } from '../../../lib/save-file.ts';
import { uploadFile } from '../../../lib/upload-file.ts';
import { Button } from '../../../ui/button.tsx';
import type { AnswerFile } from '../../forms/file-answer.tsx';

/**
 * Issues a transcript of the applicant's record and attaches it. Like other transcripts, it has a verification code, and the applicant can
 * revoke it. Only people with a nonempty record see this.
 */
export function AttachRecord({
  onSending,
  onAttached,
}: {
  onSending: (isSending: boolean) => void;
  onAttached: (file: AnswerFile) => void;
}) {
  const { t, locale } = useMessages();
  const record = useQuery(callQuery(getRecord, {}));
  // A second try after a lost connection returns the same document.
  const [clientId] = useState(newClientId);
  const attach = useUpload(
    async (_: undefined, { onSent, signal }) => {
      const { id } = await call(createDocument, { clientId, kind: 'transcript', language: locale });
      const { name, type, base64 } = await call(getDocumentFile, { id });
      const blob = new Blob([bytesOf(base64)], { type });
      const file = { clientId: newClientId(), name, size: blob.size, blob };
      return { id: await uploadFile(file, onSent, signal), name };
    },
    { invalidates: [getRecord], onSuccess: onAttached },
  );
  const report = useEffectEvent((isSending: boolean) => onSending(isSending));
  useEffect(() => report(attach.isPending), [attach.isPending]);
  const { figures } = record.data ?? {};
  if (figures === undefined || figures.experiences + figures.badges === 0) return null;
  return (
    <div className="grid justify-items-start gap-1">
      <Button
        icon={FileBadge}
        aria-describedby="attach-record"
        isPending={attach.isPending}
        onClick={() => attach.run(undefined)}
      >
        {t('jobs.attachRecord')}
      </Button>
      <p id="attach-record" className="text-sm text-ink-2">
        {t('jobs.attachRecordHelp')}
      </p>
    </div>
  );
}
