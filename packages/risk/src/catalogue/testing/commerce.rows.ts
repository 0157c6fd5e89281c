/** As in `agents.rows.ts`, for payments and shops. */
export const commerceRows: Readonly<Record<string, string>> = {
  stripe: `
. list_customers email=a@b.example
. list_invoices limit=10
. list_payment_intents limit=10
. list_subscriptions status=active
. retrieve_balance search_stripe_documentation list_products list_prices
. create_customer name=Ada email=ada@b.example
. create_product name=Mug
. create_price product=p unit_amount=1200 currency=usd
. create_payment_link price=p quantity=1
. create_invoice customer=cus_1 days_until_due=30
. create_refund payment_intent=pi_1 amount=4500
! create_refund payment_intent=pi_1 amount=450000
! create_transfer amount=900000 currency=usd destination=acct_9
! create_payout amount=5000000 currency=usd
! create_payment_intent amount=500000 currency=usd customer=cus_1 confirm=true
! update_subscription subscription=sub_1 items=[{"price":"p2"}]
! update_dispute dispute=dp_1 submit=true
. fetch_stripe_resources id=cus_1
! stripe_api_execute method=POST path=/v1/payouts body={"amount":5000000,"currency":"usd"}
. stripe_api_execute method=GET path=/v1/customers
`,
  paypal: `
. list_invoices page=1
. get_invoice invoice_id=i
. get_order id=o
. list_transactions start_date=2025-01-01
. list_disputes list_products list_subscription_plans
. show_product_details product_id=p
. get_merchant_insights insight_type=ORDERS
. create_invoice detail={"currency_code":"USD"}
. create_product name=Mug type=PHYSICAL
. create_order purchaseUnits=[]
. create_shipment_tracking tracking_number=1 transaction_id=t
. send_invoice_reminder invoice_id=i
! pay_order id=o
! accept_dispute_claim dispute_id=d note=ok
! create_refund capture_id=c amount={"value":"4500.00","currency_code":"USD"}
. create_refund capture_id=c amount={"value":"45.00","currency_code":"USD"}
. get_refund refund_id=r
. get_shipment_tracking order_id=o
`,
  square: `
. get_service_info service=payments
. get_type_info service=payments method=create
. make_api_request service=payments method=list request={}
. make_api_request service=customers method=search request={"query":{}}
. make_api_request service=catalog method=list request={}
. make_api_request service=orders method=get request={"order_id":"o"}
. list_payments limit=10
. get_payment payment_id=p
. list_customers limit=10
. search_orders location_ids=["l"]
. list_locations retrieve_inventory_count
! create_payment source_id=s amount_money={"amount":500000,"currency":"USD"}
! refund_payment payment_id=p amount_money={"amount":450000,"currency":"USD"}
. refund_payment payment_id=p amount_money={"amount":4500,"currency":"USD"}
. get_service_info service=refunds
. get_type_info service=customers method=list
. make_api_request service=locations method=list request={}
. make_api_request service=team method=search request={}
. make_api_request service=inventory method=batchGetCounts request={}
`,
  shopify: `
. learn_shopify_api api=admin
. search_docs_chunks prompt="delete product"
. introspect_graphql_schema query=product
. validate_graphql_codeblocks codeblocks=["query { shop { name } }"]
. validate_theme absoluteThemePath=/repo
. get-products searchTitle=mug limit=10
. get-product-by-id productId=p
. get-customers limit=10
. get-orders status=open
. get-order-by-id orderId=o
. get-customer-orders customerId=c
. update-customer id=c tags=["vip"]
. update-order id=o note=gift
. create-product title=Mug status=DRAFT
. create-draft-order lineItems=[]
! cancel-order orderId=o
! delete-product productId=p
! delete-customer customerId=c
! refund-order orderId=o amount=4500
. refund-order orderId=o amount=45
! admin_graphql query="mutation { productDelete(input: {id: \\"p\\"}) { deletedProductId } }"
`,
};
