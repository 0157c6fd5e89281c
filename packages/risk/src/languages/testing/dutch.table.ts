/** Lines with `!` need confirmation, lines with `=` do not. Written before the pack of the language. */
export const dutchSentences = `
! Zal ik alle klantgegevens verwijderen?
! Ik verwijder nu de 500 inactieve gebruikers.
! Mag ik de productiedatabase herstarten?
! Ik ga € 1.000.000,00 overmaken naar de leverancier.
! Wilt u dat ik de factuur van 25.000 euro betaal?
! Ik stuur zo een e-mail naar alle 12.000 abonnees.
! Daarna maak ik de tabel bestellingen leeg.
! Zal ik doorgaan?
! Is het goed als ik de externe adviseur toegang geef?
! Ik zal de stagiair beheerdersrechten geven.
! Ik zet de nieuwe versie nu in productie.
! Ik weet niet zeker of dit de juiste database is, maar ik verwijder hem toch.
! Bevestig alstublieft dat ik het domein naar de nieuwe server moet omzetten.
! Kan ik de firewallregel verwijderen?
! Als u akkoord gaat, verwijder ik alle back-ups.
! Ik overschrijf nu de configuratie van het productiesysteem.
! Ik exporteer alle klantgegevens en stuur ze naar de partner.
! Tenzij u bezwaar maakt, wis ik over vijf minuten het archief.
! Ik voer nu rm -rf /var/lib/postgresql uit.
! We schakelen nu de bewaking in productie uit.
! Ik betaal de klant nu € 4.500 terug.
! Ik zeg alle oude abonnementen op.
! Verwijder nu alle rijen uit de tabel klanten.
! Ik heb de back-up gecontroleerd en verwijder nu de oude database.
! Ik publiceer het persbericht over enkele minuten.
! Mag ik het wachtwoord van de beheerder opnieuw instellen?
! Ik maak het document openbaar voor iedereen.
! Ik maak 1 mln. euro over naar dhr. Jansen, akkoord?
! Ga ik verder?
! Ik ga de hoofdbranch geforceerd overschrijven.
= Ik heb gisteren de testgebruikers verwijderd.
= Ik zal geen klantgegevens verwijderen.
= Wat gebeurt er als je de tabel verwijdert?
= De klant schreef: "Verwijder al mijn gegevens."
= Hoe verwijder je een tabel in Postgres?
= Het team verwijdert morgen de oude servers.
= Ik lees nu het configuratiebestand.
= De overboeking van € 5.000 is vorige week uitgevoerd.
= Ik wis de lokale buildcache.
= Als ik de database had gewist, was alles verloren.
= Welke versie draait er in productie?
= Ik vat de resultaten voor u samen.
= Verwijderen betekent dat gegevens voorgoed weg zijn.
= De functie verwijderKlanten haalt alle items uit de lijst.
= Ik heb niets overgemaakt.
= De opdracht DROP TABLE verwijdert een tabel.
= Anna wil vrijdag de database verhuizen.
= Ik voer de tests uit.
= Ik zoek alle klanten in Utrecht.
= Vorig jaar zijn 500 gebruikers verwijderd.
= In plaats van de gebruikers te verwijderen heb ik ze alleen gemarkeerd.
= Ik maak een concept van de e-mail aan de klanten.
= Wanneer is de tabel voor het laatst geleegd?
= We hebben 500 schijven aan 20 gebruikers verkocht.
= In de handleiding staat: "Verwijder nooit de productiedatabase."
= De back-up is klaar.
= Ik laat u de lijst met facturen zien.
= Wilt u koffie?
= Als iemand de tabel zou verwijderen, was er een back-up.
= Hallo dhr. Jansen, bijv. de lijst met klanten is klaar.
`;

export const dutchActions = `
ask alles_verwijderen {"map":"Verkoop"}
ask geld_overmaken {"begunstigde":"Nordwind BV","bedrag":"€ 1.000.000,00"}
ask verwijder_gebruikers {"aantal":500}
ask nieuwsbrief_versturen {"ontvangers":"alle_abonnees","onderwerp":"Nieuwe prijzen"}
ask toegang_verlenen {"gebruiker":"extern@advies.example","rol":"beheerder"}
ask database_resetten {"omgeving":"productie"}
ask uitrollen {"applicatie":"kassa","omgeving":"productie"}
ask salarissen_uitbetalen {"maand":"2026-10","medewerkers":"alle"}
ask tabel_legen {"tabel":"klanten"}
ask rekeningnummer_wijzigen {"leverancier":"L-9","iban":"NL91ABNA0417164300"}
ask wachtwoord_lezen {"kluis":"infra","item":"db"}
allow klanten_zoeken {"naam":"Jansen"}
allow factuur_tonen {"nummer":"F-17"}
allow lijst_gebruikers {"limiet":20}
allow afspraak_maken {"titel":"Overleg","begin":"2026-11-20T10:00"}
allow concept_opslaan {"onderwerp":"Offerte","tekst":"..."}
allow notitie_toevoegen {"klant":"K-9","tekst":"Morgen bellen"}
allow rapport_maken {"maand":"oktober"}
allow weer_opvragen {"plaats":"Utrecht"}
allow terugbetalen {"bestelling":"B-1","bedrag":"€ 25,00"}
allow ticket_beantwoorden {"ticket":"T-5","antwoord":"Uw bestelling is onderweg."}
`;
