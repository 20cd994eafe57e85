package dragondice

// itemKinds304a are the kinds of item and what they cost (sections Point Value and Items).
func itemKinds304a() []ItemKind {
	const page = "Basic Terms, Point Value"
	return []ItemKind{
		{Rule: Rule{ID: "item/small-equipment", Name: "Small item", Page: page}, Kind: "equipment", Size: "small", Points: 1},
		{Rule: Rule{ID: "item/medium-equipment", Name: "Medium item", Page: page}, Kind: "equipment", Size: "medium", Points: 2, Second: 1},
		{Rule: Rule{ID: "item/large-equipment", Name: "Large item", Page: page}, Kind: "equipment", Size: "large", Points: 2},
		{Rule: Rule{ID: "item/artifact", Name: "Artifact", Page: page}, Kind: "artifact", Points: 4},
		{Rule: Rule{ID: "item/medallion", Name: "Medallion", Page: page}, Kind: "medallion", Points: 4},
	}
}

// itemRules304a are the rules that hold for all items (section Items).
func itemRules304a() []Rule {
	const page = "Items"
	return []Rule{
		{ID: "item/carrying", Name: "Carrying items", Page: page},
		{ID: "item/moving", Name: "Items move with those who carry them", Page: page},
		{ID: "item/rolling", Name: "Items are rolled with those who carry them", Page: page},
	}
}
