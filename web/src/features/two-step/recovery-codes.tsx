import { Check, Copy, Download, Printer } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useSchool } from '../../lib/school.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useCopied } from '../../ui/use-copied.ts';
import { printText } from './print-text.ts';
import english from './messages/en.json';

addEnglish(english);

interface RecoveryCodesProps {
  codes: readonly string[];
  /** Called when the person copies, downloads or prints the codes. */
  onKept?: () => void;
}

/** New recovery codes, which are shown only once, with buttons to keep them. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const { t } = useMessages();
  const school = useSchool();
  const title = t('twoStep.codesFor', { school: school.name });
  const text = [title, '', ...codes, ''].join('\n');
  const [isCopied, copy] = useCopied(codes.join('\n'));
  return (
    <div className="grid gap-4">
      <p className="text-ink-2 text-pretty">{t('twoStep.codesBody')}</p>
      <ul
        aria-label={t('twoStep.codes')}
        dir="ltr"
        className="grid grid-cols-2 gap-x-6 gap-y-2 rounded-card bg-fill p-4 font-mono"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button
          icon={isCopied ? Check : Copy}
          onClick={() => {
            onKept?.();
            void copy();
          }}
        >
          {t(isCopied ? 'copy.copied' : 'copy.copy')}
        </Button>
        <Button
          icon={Download}
          onClick={() => {
            onKept?.();
            saveFile('recovery-codes.txt', text, 'text/plain;charset=utf-8');
          }}
        >
          {t('twoStep.download')}
        </Button>
        <Button
          icon={Printer}
          onClick={() => {
            onKept?.();
            printText(title, codes);
          }}
        >
          {t('twoStep.print')}
        </Button>
        <span role="status" className="sr-only">
          {isCopied && t('copy.copied')}
        </span>
      </div>
    </div>
  );
}

/** New recovery codes as the last step of a setup on a page. */
export function SaveRecoveryCodes({
  codes,
  onDone,
}: {
  codes: readonly string[];
  onDone: () => void;
}) {
  const { t } = useMessages();
  const heading = useRef<HTMLHeadingElement>(null);
  // The form that had the focus is gone.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="grid gap-5">
      <h2 ref={heading} tabIndex={-1}>
        {t('twoStep.codesTitle')}
      </h2>
      <RecoveryCodes codes={codes} />
      <Button variant="primary" size="lg" isBlock onClick={onDone}>
        {t('twoStep.codesKept')}
      </Button>
    </div>
  );
}

export function RecoveryCodesDialog({
  codes,
  onClose,
}: {
  codes: readonly string[];
  onClose: () => void;
}) {
  const { t } = useMessages();
  const [isKept, setKept] = useState(false);
  return (
    <Dialog
      role="alertdialog"
      size="md"
      title={t('twoStep.codesTitle')}
      isOpen
      // Escape doesn't close it too early, because the codes are shown only once.
      onClose={() => isKept && onClose()}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('twoStep.codesKept')}
        </Button>
      }
    >
      <RecoveryCodes codes={codes} onKept={() => setKept(true)} />
    </Dialog>
  );
}
