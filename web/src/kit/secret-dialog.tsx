import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { CopyField } from '../ui/copy-field.tsx';
import { Dialog } from '../ui/dialog.tsx';

interface SecretDialogProps {
  title: string;
  body: ReactNode;
  label: string;
  /** The label of the button that closes the dialog. */
  done: string;
  secret: string;
  onClose: () => void;
}

/** Shows a secret that the server returns only once, with a copy button. A click outside doesn't close it. */
export function SecretDialog({ title, body, label, done, secret, onClose }: SecretDialogProps) {
  return (
    <Dialog
      role="alertdialog"
      size="md"
      title={title}
      isOpen
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          {done}
        </Button>
      }
    >
      <div className="grid gap-4">
        <p>{body}</p>
        <CopyField label={label} value={secret} />
      </div>
    </Dialog>
  );
}
