import { fieldsOf } from '../../kit/fields.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import english from './messages/en.json';

addEnglish(english);

interface TextDialogProps {
  title: string;
  text: string;
  maxLength: number;
  save: (text: string) => Promise<unknown>;
  onClose: () => void;
}

const { TextArea } = fieldsOf<{ text: string }>();

/** Changes what a post or comment says. */
export function TextDialog({ title, text, maxLength, save, onClose }: TextDialogProps) {
  const { t } = useMessages();
  return (
    <FormDialog<{ text: string }>
      title={title}
      submit={t('posts.save')}
      initial={{ text }}
      save={({ text: now }) => save(now.trim())}
      said={t('posts.saved')}
      onClose={onClose}
    >
      <TextArea name="text" label={t('posts.text')} rows={6} maxLength={maxLength} />
    </FormDialog>
  );
}
