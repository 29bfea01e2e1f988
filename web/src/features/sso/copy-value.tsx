import { Copy } from 'lucide-react';
import { useMessages } from '../../lib/messages.ts';
import { showToast } from '../../shell/toasts.ts';
import { IconButton } from '../../ui/button.tsx';

/** A value to carry somewhere else: its name, the whole text, and a button that copies it. */
export function CopyValue({ label, value }: { label: string; value: string }) {
  const { t } = useMessages();
  const copy = () =>
    void navigator.clipboard.writeText(value).then(
      () => showToast({ message: t('signOn.copied') }),
      // Without the clipboard the text stands there to be selected.
      () => undefined,
    );
  return (
    <div className="grid gap-1">
      <span className="text-sm font-medium">{label}</span>
      <div className="flex items-center gap-1 rounded-control border border-line bg-fill ps-3">
        <code className="min-w-0 flex-1 py-2 text-sm break-all select-all" dir="ltr">
          {value}
        </code>
        <IconButton label={`${t('signOn.copy')}: ${label}`} icon={Copy} onClick={copy} />
      </div>
    </div>
  );
}
