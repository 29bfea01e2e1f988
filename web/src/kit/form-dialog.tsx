import { useId, useState, type ReactNode } from 'react';
import { newClientId } from '#contract/client-id.ts';
import { useMessages } from '../lib/messages.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, type DialogProps } from '../ui/dialog.tsx';
import { Form, FormError, SubmitButton, useForm, type FormOptions } from './form.tsx';

/**
 * {isOpen && <FormDialog title={…} submitLabel={…} defaultValues={…} save={…} onClose={…}>fields</FormDialog>}
 * A form in a dialog, with Cancel and a primary button. It closes after saving.
 */
interface FormDialogProps<T extends object, R>
  extends
    Omit<FormOptions<T, R>, 'save'>,
    Pick<DialogProps, 'title' | 'size' | 'role' | 'onClose'> {
  /** `clientId` stays the same when saving is retried, so that a retry creates nothing twice. */
  save: (values: T, clientId: string) => Promise<R>;
  /** The label of the submit button; a function if it depends on the values, such as an amount. */
  submitLabel: string | ((values: T) => string);
  /** The button deletes something. */
  isDanger?: boolean;
  /** The dialog stays open after saving; the caller closes it. */
  staysOpen?: boolean;
  /** The fields; a function if they depend on the values. */
  children: ReactNode | ((values: T) => ReactNode);
}

export function FormDialog<T extends object, R = unknown>({
  title,
  size,
  role,
  onClose,
  submitLabel,
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
            {typeof submitLabel === 'function' ? submitLabel(form.values) : submitLabel}
          </SubmitButton>
        </>
      }
    >
      <Form form={form} id={id}>
        {typeof children === 'function' ? children(form.values) : children}
        <FormError form={form} />
      </Form>
    </Dialog>
  );
}
