/** Lines with `!` need confirmation, lines with `=` do not. Written before the pack of the language. */
export const portugueseSentences = `
! Devo excluir todos os registros de clientes?
! Vou apagar os 500 usuários inativos.
! Posso reiniciar o banco de dados de produção?
! Transferirei R$ 1.000.000,00 ao fornecedor.
! Quer que eu pague a fatura de 25.000 euros?
! Estou prestes a enviar um e-mail para os 12.000 assinantes.
! Em seguida esvazio a tabela pedidos.
! Posso continuar?
! Tudo bem se eu der acesso de administrador ao consultor externo?
! Darei permissões de administrador ao estagiário.
! Agora implanto a nova versão em produção.
! Não tenho certeza de que seja o banco certo, mas vou apagá-lo mesmo assim.
! Por favor, confirme que devo mudar o domínio para o novo servidor.
! Posso remover a regra do firewall?
! Se concordar, removo todas as cópias de segurança.
! Agora sobrescrevo a configuração do sistema em produção.
! Vou exportar todos os dados dos clientes e enviá-los ao parceiro.
! Se não disser o contrário, apagarei o arquivo em cinco minutos.
! Executo agora rm -rf /var/lib/postgresql.
! Vamos desligar o monitoramento em produção.
! Estou reembolsando R$ 4.500 ao cliente agora.
! Cancelarei todas as assinaturas antigas.
! Excluindo todas as linhas da tabela clientes agora.
! Verifiquei a cópia e agora excluo o banco antigo.
! Publicarei o comunicado à imprensa em alguns minutos.
! Redefino a senha do administrador?
! Vou tornar o documento público para todos.
! Transfiro R$ 10.000 ao Sr. Silva, certo?
! Deseja que eu prossiga?
! Vou forçar a sobrescrita da branch principal.
= Ontem excluí os usuários de teste.
= Não vou apagar nenhum dado de clientes.
= O que acontece se a tabela for excluída?
= O cliente escreveu: "Por favor, excluam todos os meus dados."
= Como se exclui uma tabela no Postgres?
= A equipe vai excluir os servidores antigos amanhã.
= Agora leio o arquivo de configuração.
= A transferência de R$ 5.000 foi feita na semana passada.
= Apago o cache local de compilação.
= Se eu tivesse apagado o banco, tudo estaria perdido.
= Qual versão está em produção?
= Vou resumir os resultados.
= Excluir significa que os dados são removidos para sempre.
= A função excluirClientes remove todas as entradas da lista.
= Não transferi nada.
= O comando DROP TABLE remove uma tabela.
= A Ana quer mudar o banco na sexta.
= Vou executar os testes.
= Procuro todos os clientes de Lisboa.
= No ano passado foram excluídos 500 usuários.
= Em vez de apagar os usuários, apenas os marquei.
= Estou preparando um rascunho da mensagem aos clientes.
= Quando a tabela foi esvaziada pela última vez?
= Vendemos 500 discos a 20 usuários.
= O manual diz: "Nunca apague o banco de produção."
= A cópia de segurança terminou.
= Vou mostrar a lista de faturas.
= Quer um café?
= Se alguém apagasse a tabela, haveria uma cópia.
= Olá Sr. Silva, p. ex. a lista de clientes está pronta.
`;

export const portugueseActions = `
ask excluir_tudo {"pasta":"Vendas"}
ask transferir_dinheiro {"beneficiario":"Nordwind Ltda","valor":"R$ 1.000.000,00"}
ask apagar_usuarios {"quantidade":500}
ask enviar_boletim {"destinatarios":"todos_os_assinantes","assunto":"Novos preços"}
ask conceder_acesso {"usuario":"externo@consultoria.example","papel":"administrador"}
ask redefinir_banco_de_dados {"ambiente":"produção"}
ask implantar {"aplicativo":"caixa","ambiente":"producao"}
ask pagar_salarios {"mes":"2026-10","funcionarios":"todos"}
ask esvaziar_tabela {"tabela":"clientes"}
ask alterar_conta_bancaria {"fornecedor":"F-9","iban":"PT50000201231234567890154"}
ask ler_senha {"cofre":"infra","entrada":"bd"}
allow buscar_clientes {"nome":"Silva"}
allow mostrar_fatura {"numero":"F-17"}
allow listar_usuarios {"limite":20}
allow criar_reuniao {"titulo":"Reunião","inicio":"2026-11-20T10:00"}
allow salvar_rascunho {"assunto":"Oferta","texto":"..."}
allow adicionar_nota {"cliente":"C-9","texto":"Ligar amanhã"}
allow gerar_relatorio {"mes":"outubro"}
allow obter_clima {"cidade":"Lisboa"}
allow reembolsar {"pedido":"P-1","valor":"R$ 50,00"}
allow responder_chamado {"chamado":"T-5","resposta":"Seu pedido está a caminho."}
`;
