import type { LucideIcon } from 'lucide-react';
import { useState, type FormEvent, type ReactNode } from 'react';
import {
  FormProvider,
  useForm as useFields,
  useFormContext,
  type FieldErrors,
  type UseFormReturn,
} from 'react-hook-form';
import { CallError, type CallErrorCode } from '../lib/call-error.ts';
import { errorText } from '../lib/error-text.ts';
import { addEnglish, useMessages } from '../lib/messages.ts';
import type { ButtonSize } from '../ui/button-style.ts';
import { Button } from '../ui/button.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { useAction, type ActionOptions } from './use-action.ts';
import { Failure } from '../ui/failure.tsx';
import english from './messages/en.json';

addEnglish(english);

type Name<T> = keyof T & string;
export type FormErrors<T> = { readonly [K in Name<T>]?: string | undefined };

export interface FormOptions<T extends object, R> extends Pick<
  ActionOptions<T, R>,
  'updates' | 'invalidates' | 'success' | 'onSuccess'
> {
  defaultValues: T;
  save: (values: T) => Promise<R>;
  /** The values of the form after saving; by default those that were sent. */
  savedValues?: (values: T, reply: R) => T;
  /** False disables the submit button. */
  isComplete?: (values: T) => boolean;
  /** Error texts by field, checked on submit. */
  validate?: (values: T) => FormErrors<T>;
  /** The field that shows an error of this code. Errors of other codes show below the form (`FormError`). */
  errorFields?: { readonly [C in CallErrorCode]?: Name<T> };
}

export interface FormState<T extends object> {
  fields: UseFormReturn<T>;
  values: T;
  isDirty: boolean;
  isComplete: boolean;
  isPending: boolean;
  /** The text of an error that belongs to no field. */
  error: string | null;
  submit: (event: FormEvent) => void;
  /** Resets to `values`; by default to the default or last saved values. */
  reset: (values?: T) => void;
}

/**
 * const form = useForm({ defaultValues: { name: '' }, save: ({ name }) => call(createRoom, { name }), success: t('…') });
 * <Form form={form}><TextField name="name" label={…} /><FormError form={form} /><SubmitButton form={form}>…</SubmitButton></Form>
 * Error texts from the server show at their fields, and the first such field gets the focus; other errors are in `error`.
 */
export function useForm<T extends object, R = unknown>({
  defaultValues,
  save,
  savedValues = (sent) => sent,
  isComplete = () => true,
  validate,
  errorFields = {},
  ...options
}: FormOptions<T, R>): FormState<T> {
  const messages = useMessages();
  const [formError, setFormError] = useState<string | null>(null);
  // The library's types ask for paths into any shape. Our values are flat and checked by `fieldsOf`.
  const fields = useFields<Record<string, unknown>>({
    defaultValues: { ...defaultValues },
    ...(validate && { resolver: (values) => resolved(values, validate(values as unknown as T)) }),
  });
  const action = useAction(save, {
    ...options,
    isQuiet: true,
    onSuccess(reply, values) {
      // Keep what the user typed during the call.
      const now = fields.getValues();
      fields.reset({ ...savedValues(values, reply) });
      for (const name of Object.keys(now))
        if (!isSame(now[name], values[name as Name<T>]))
          fields.setValue(name, now[name], { shouldDirty: true });
      return options.onSuccess?.(reply, values);
    },
  });
  const values = fields.watch() as unknown as T;

  /** Shows the error at its field. */
  function showError(error: unknown, form: HTMLFormElement) {
    const words = errorText(error, messages);
    const { code, fields: errors = {} } = error instanceof CallError ? error : {};
    const field = code && errorFields[code];
    const fieldErrors: [name: string, words: string][] =
      field === undefined
        ? Object.entries(errors).filter(([name]) => name in defaultValues)
        : [[field, words]];
    fieldErrors.forEach(([name, message], nth) =>
      fields.setError(name, { message }, { shouldFocus: nth === 0 }),
    );
    if (fieldErrors.length === 0) return setFormError(words);
    // A field without a registered control is found by its attribute.
    requestAnimationFrame(() => {
      if (document.activeElement?.getAttribute('aria-invalid') !== 'true')
        form.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid] input')?.focus();
    });
  }

  return {
    fields: fields as unknown as UseFormReturn<T>,
    values,
    isDirty: fields.formState.isDirty,
    isComplete: isComplete(values),
    isPending: action.isPending,
    error: formError,
    submit(event) {
      // For React, a form in a dialog is inside the page's form.
      event.stopPropagation();
      event.preventDefault();
      if (action.isPending || !isComplete(values)) return;
      setFormError(null);
      const form = event.currentTarget as HTMLFormElement;
      void fields.handleSubmit((sent) =>
        action.runAsync(sent as unknown as T).catch((error: unknown) => showError(error, form)),
      )(event);
    },
    reset(next) {
      setFormError(null);
      fields.reset(next && { ...next });
    },
  };
}

/** Returns a function that sets values of the surrounding form, for a field that fills in others. */
export function useSetValues<T extends object>(): (values: Partial<T>) => void {
  const { setValue } = useFormContext<Record<string, unknown>>();
  return (values) => {
    for (const [name, value] of Object.entries(values))
      setValue(name, value, { shouldDirty: true });
  };
}

/** Values are texts, numbers, booleans and lists of them. Submitting copies the lists. */
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Returns the result in the format of a react-hook-form resolver. */
function resolved<V extends Record<string, unknown>>(
  values: V,
  problems: Readonly<Record<string, string | undefined>>,
) {
  const errors: FieldErrors = {};
  for (const [name, message] of Object.entries(problems))
    if (message !== undefined) errors[name] = { type: 'check', message };
  return Object.keys(errors).length === 0 ? { values, errors: {} } : { values: {}, errors };
}

interface FormProps<T extends object> {
  form: FormState<T>;
  id?: string;
  className?: string;
  /** Asks before the user leaves a page with unsaved changes. */
  isGuarded?: boolean;
  children: ReactNode;
}

export function Form<T extends object>({
  form,
  id,
  className = 'grid gap-5',
  isGuarded = false,
  children,
}: FormProps<T>) {
  return (
    <FormProvider {...form.fields}>
      <form id={id} noValidate className={className} onSubmit={form.submit}>
        {children}
        {isGuarded && <LeaveGuard isDirty={form.isDirty} />}
      </form>
    </FormProvider>
  );
}

/** The form's error that belongs to no field. */
export function FormError<T extends object>({ form }: { form: FormState<T> }) {
  return form.error === null ? null : <Failure>{form.error}</Failure>;
}

interface SubmitButtonProps<T extends object> {
  form: FormState<T>;
  /** The form's ID if the button is outside of it. */
  formId?: string;
  variant?: 'primary' | 'soft' | 'outline' | 'danger';
  size?: ButtonSize;
  /** Fills the width of its container. */
  isBlock?: boolean;
  icon?: LucideIcon;
  children?: ReactNode;
}

export function SubmitButton<T extends object>({
  form,
  formId,
  variant = 'primary',
  size = 'md',
  isBlock = false,
  icon,
  children,
}: SubmitButtonProps<T>) {
  const { t } = useMessages();
  return (
    <Button
      type="submit"
      form={formId}
      variant={variant}
      size={size}
      isBlock={isBlock}
      {...(icon && { icon })}
      disabled={!form.isComplete}
      isPending={form.isPending}
    >
      {children ?? t('kit.save')}
    </Button>
  );
}
