import { useId, type ReactNode } from 'react';
import { useMessages } from '../lib/messages.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, type DialogProps } from '../ui/dialog.tsx';
import { Form, FormFailure, SubmitButton, useForm, type FormOptions } from './form.tsx';

/**
 * {isOpen && <FormDialog title={…} submit={…} initial={…} save={…} onClose={…}>fields</FormDialog>}
 * A form in a dialog: Cancel and one primary button. It closes when it is saved.
 */
interface FormDialogProps<T extends object, R>
  extends FormOptions<T, R>, Pick<DialogProps, 'title' | 'size' | 'role' | 'onClose'> {
  /** The words of the button that sends it. */
  submit: string;
  /** It removes something. */
  isDanger?: boolean;
  /** What follows closes it: it shows something else in its place. */
  staysOpen?: boolean;
  /** The fields; as a function where they depend on what is filled in. */
  children: ReactNode | ((values: T) => ReactNode);
}

export function FormDialog<T extends object, R = unknown>({
  title,
  size,
  role,
  onClose,
  submit,
  isDanger = false,
  staysOpen = false,
  children,
  ...options
}: FormDialogProps<T, R>) {
  const { t } = useMessages();
  const id = useId();
  const form = useForm<T, R>({
    ...options,
    done(reply, values) {
      if (!staysOpen) onClose();
      return options.done?.(reply, values);
    },
  });
  return (
    <Dialog
      title={title}
      {...(size && { size })}
      {...(role && { role })}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('kit.cancel')}</Button>
          <SubmitButton form={form} formId={id} variant={isDanger ? 'danger' : 'primary'}>
            {submit}
          </SubmitButton>
        </>
      }
    >
      <Form form={form} id={id}>
        {typeof children === 'function' ? children(form.values) : children}
        <FormFailure form={form} />
      </Form>
    </Dialog>
  );
}
