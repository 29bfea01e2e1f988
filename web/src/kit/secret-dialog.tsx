import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { CopyField } from '../ui/copy-field.tsx';
import { Dialog } from '../ui/dialog.tsx';

interface SecretDialogProps {
  title: string;
  body: ReactNode;
  /** What the secret is called. */
  label: string;
  /** The button that says it is kept. */
  done: string;
  secret: string;
  onClose: () => void;
}

/** Shows what the server says once and never again, to copy it. A click beside it does not close it. */
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
