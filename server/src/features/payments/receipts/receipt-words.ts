import type { PaymentProvider } from '#contract/payments/limits.ts';

export type ReceiptLanguage = 'en' | 'de' | 'ar';

interface Words {
  readonly title: string;
  readonly order: string;
  readonly seller: string;
  readonly buyer: string;
  readonly date: string;
  readonly paidBy: string;
  readonly item: string;
  readonly quantity: string;
  readonly price: string;
  readonly amount: string;
  readonly discount: string;
  readonly total: string;
  readonly tax: string;
  readonly refunded: string;
  readonly donation: string;
  readonly guests: string;
  readonly providers: Readonly<Record<PaymentProvider, string>>;
}

/** The texts of PDF receipts in each language. */
export const receiptWords: Readonly<Record<ReceiptLanguage, Words>> = {
  en: {
    title: 'Receipt',
    order: 'Order',
    seller: 'Sold by',
    buyer: 'Buyer',
    date: 'Date',
    paidBy: 'Paid by',
    item: 'Item',
    quantity: 'Quantity',
    price: 'Price',
    amount: 'Amount',
    discount: 'Discount',
    total: 'Total',
    tax: 'Tax included',
    refunded: 'Refunded',
    donation: 'Donation',
    guests: 'Guests',
    providers: {
      stripe: 'Online payment',
      desk: 'At the desk',
      invoice: 'Invoice',
      school: 'School account',
    },
  },
  de: {
    title: 'Beleg',
    order: 'Bestellung',
    seller: 'Verkauft von',
    buyer: 'Käufer:in',
    date: 'Datum',
    paidBy: 'Bezahlt per',
    item: 'Artikel',
    quantity: 'Menge',
    price: 'Preis',
    amount: 'Betrag',
    discount: 'Rabatt',
    total: 'Summe',
    tax: 'Enthaltene Steuer',
    refunded: 'Erstattet',
    donation: 'Spende',
    guests: 'Gäste',
    providers: {
      stripe: 'Onlinezahlung',
      desk: 'Am Tresen',
      invoice: 'Rechnung',
      school: 'Hochschulkonto',
    },
  },
  ar: {
    title: 'إيصال',
    order: 'الطلب',
    seller: 'البائع',
    buyer: 'المشتري',
    date: 'التاريخ',
    paidBy: 'طريقة الدفع',
    item: 'العنصر',
    quantity: 'الكمية',
    price: 'السعر',
    amount: 'المبلغ',
    discount: 'الخصم',
    total: 'المجموع',
    tax: 'الضريبة المشمولة',
    refunded: 'المبلغ المردود',
    donation: 'تبرع',
    guests: 'الضيوف',
    providers: {
      stripe: 'دفع إلكتروني',
      desk: 'عند المكتب',
      invoice: 'فاتورة',
      school: 'حساب الجامعة',
    },
  },
};
