import { useId, useState, type ReactNode } from 'react';
import { newClientId } from '#contract/client-id.ts';
import { useMessages } from '../lib/messages.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, type DialogProps } from '../ui/dialog.tsx';
import { Form, FormFailure, SubmitButton, useForm, type FormOptions } from './form.tsx';

/**
 * {isOpen && <FormDialog title={…} submit={…} initial={…} save={…} onClose={…}>fields</FormDialog>}
 * A form in a dialog: Cancel and one primary button. It closes when it is saved.
 */
interface FormDialogProps<T extends object, R>
  extends
    Omit<FormOptions<T, R>, 'save'>,
    Pick<DialogProps, 'title' | 'size' | 'role' | 'onClose'> {
  /** `clientId`: the same when saving is tried again, for what the dialog creates. */
  save: (values: T, clientId: string) => Promise<R>;
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
  save,
  ...options
}: FormDialogProps<T, R>) {
  const { t } = useMessages();
  const id = useId();
  const [clientId, setClientId] = useState(newClientId);
  const form = useForm<T, R>({
    ...options,
    save: (values) => save(values, clientId),
    onSuccess(reply, values) {
      if (staysOpen) setClientId(newClientId());
      else onClose();
      return options.onSuccess?.(reply, values);
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
